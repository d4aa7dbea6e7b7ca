// Sets on <html> what the device keeps, when this module is loaded: before React draws the first thing of the back
// office, so that nothing flashes. (Until then a page shows its ground alone, which the theme decides.)
import './settings/presets.css';
import './settings/settings.ts';
