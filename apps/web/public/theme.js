// Before the first paint: the stored theme, or the system's, as an attribute of the document.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {}
  var dark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light');
})();
