// Blocks the first paint on purpose: the chosen theme is on <html> before anything is drawn, so nothing flashes.
// A file of its own, because the policy of the reading pages allows no inline script.
(() => {
  const theme = /(?:^|; )Portal-Theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
  if (theme) document.documentElement.dataset.theme = theme;
  // The page is the visitor's, the same for everybody: what only visitors should see stays hidden from a user.
  if (/(?:^|; )Portal-Token=[^;]/.test(document.cookie)) document.documentElement.dataset.expected = 'user';
})();
