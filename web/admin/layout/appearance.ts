// Applies the stored settings to <html> when this module is imported: before the back office's first paint, to avoid a
// flash. (Until then a page shows its background only, by the theme.)
import './settings/presets.css';
import './settings/settings.ts';
