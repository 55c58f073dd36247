// Whether this browser can show a page of a static site, in a script that every browser understands: no module, nothing
// new. Where it cannot, a sentence says what to do. (The page with a service has no such needs.)

/* eslint-disable no-var */
(function () {
  var sentence = null;
  if (location.protocol === "file:") {
    sentence =
      "This page does not work as a file: browsers do not let it load its parts. Serve the folder, for example with " +
      "“python3 -m http.server” in it, and open http://localhost:8000/ instead.";
  } else if (!("noModule" in document.createElement("script")) || !window.BigInt || !window.structuredClone) {
    sentence =
      "This browser is too old for this page. It needs Chrome or Edge 98, Firefox 114, Safari 16.4, or a later one.";
  } else if (!window.WebAssembly || !window.Worker) {
    sentence =
      "This page reasons with WebAssembly, which this browser does not have or has switched off (as in a lockdown " +
      "mode). Switch it on for this page, or use another browser.";
  }
  if (sentence === null) return;
  document.documentElement.setAttribute("data-unsupported", sentence);
  function show() {
    var box = document.createElement("p");
    box.className = "notice page-notice";
    box.setAttribute("role", "alert");
    box.appendChild(document.createTextNode(sentence));
    document.body.insertBefore(box, document.body.firstChild);
  }
  if (document.body) show();
  else document.addEventListener("DOMContentLoaded", show);
})();
