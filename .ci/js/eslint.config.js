// Mistakes that the page's JavaScript must not have. How it looks is prettier's; only the width of a line, which prettier
// does not keep inside a string, is asked for here.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["logicms/web/static/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
  },
  {
    rules: {
      "max-len": ["error", 120],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
