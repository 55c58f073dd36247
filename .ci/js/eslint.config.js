// Mistakes that the page's JavaScript must not have. How it looks is prettier's alone, but for two things that prettier
// leaves as they are: strings that are too long for a line, and a body without braces on a line of its own.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line", "consistent"],
      eqeqeq: "error",
      "max-len": ["error", 120],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["logicms/web/static/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
  },
  {
    files: ["logicms/web/static/sw.js"],
    languageOptions: { globals: globals.serviceworker },
  },
  {
    files: ["logicms/web/site/*.mjs", ".ci/js/workflows.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.node },
  },
];
