// Starts the program, and says in the page itself why where it can't be started.
try {
  const { default: init } = await import("./faultline-web.js");
  await init();
} catch (error) {
  console.error(error);
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.textContent =
    `The program did not start: ${error}. It needs a browser with WebAssembly and all files of this folder. ` +
    "Load the page again; if that does not help, use the command line.";
  document.getElementById("app").replaceChildren(notice);
}
