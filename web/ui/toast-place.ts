/** From the window's edge, and from what is kept clear, px. */
const MARGIN = 16;
const GAP = 8;
/** At the top stay the titles of drawers and dialogs, px. */
const TITLES = 72;

let pressed: Element | undefined;
let pressedIn: HTMLFormElement | null = null;

/** A form may have drawn its button anew since. */
const lastPressed = (): Element | null | undefined =>
  pressed?.isConnected ? pressed : pressedIn?.querySelector('[type="submit"]');

/** The lower edge of what is seen, from the window's own: a phone's keyboard lies between. */
function hiddenBelow(): number {
  const view = window.visualViewport;
  return view ? Math.max(0, window.innerHeight - view.offsetTop - view.height) : 0;
}

/** Raises messages above what was pressed last, and above everything marked `data-keep-clear`. */
function place(region: HTMLElement): void {
  const { left, right, height } = region.getBoundingClientRect();
  let bottom = hiddenBelow() + MARGIN;
  const kept = [...document.querySelectorAll('[data-keep-clear]'), lastPressed()]
    .filter((each) => each !== null && each !== undefined)
    .map((each) => each.getBoundingClientRect())
    // From below: what is in the way above the first may be so only because of it.
    .sort((one, other) => other.bottom - one.bottom);
  for (const box of kept) {
    const beside = box.width === 0 || box.right <= left || box.left >= right;
    const lower = window.innerHeight - bottom;
    if (beside || box.top >= lower + GAP || box.bottom <= lower - height - GAP) continue;
    const above = window.innerHeight - box.top + GAP;
    if (above + height <= window.innerHeight - TITLES) bottom = above;
  }
  region.style.bottom = `${bottom}px`;
}

/**
 * Keeps a fixed region of messages at the window's lower edge, clear of what was pressed, for as long as it holds any:
 * what was pressed moves when an error appears above it, and so does the keyboard.
 */
export function keepClear(region: HTMLElement): void {
  let frame = 0;
  const follow = () => {
    frame = 0;
    if (region.offsetHeight === 0) return;
    place(region);
    frame = requestAnimationFrame(follow);
  };
  new ResizeObserver(() => {
    if (frame === 0) follow();
  }).observe(region);
  // A click also where Enter or a finger sent a form.
  window.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element) || region.contains(target)) return;
      pressed = target.closest('button, a, label, input, [role]') ?? target;
      pressedIn = target.closest('form');
    },
    true,
  );
}
