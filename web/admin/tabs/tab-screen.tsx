import { Activity, type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Location, UNSAFE_LocationContext as LocationContext, NavigationType } from 'react-router';
import { UnsavedContext } from '../../ui/mantine/form/report-unsaved.ts';
import { markUnsaved } from './unsaved-marks.ts';

interface RoutedScreen {
  location: Location;
  /** The router's element for the URL. */
  outlet: ReactNode;
}

interface Props {
  path: string;
  /** Absent while another screen is shown. */
  shown?: RoutedScreen | undefined;
}

/** Pins a part of the page to a location: the router has no public API for this. */
function AtAddress({ location, outlet }: RoutedScreen) {
  const address = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  return <LocationContext.Provider value={address}>{outlet}</LocationContext.Provider>;
}

/**
 * One visited screen; renders nothing before it is first shown. While hidden it keeps its state (input, selection,
 * dialogs), but its effects are unmounted, it fetches nothing, and it keeps the location at which it was left.
 */
export function TabScreen({ path, shown }: Props) {
  const [last, setLast] = useState(shown);
  if (shown && (last?.location !== shown.location || last.outlet !== shown.outlet)) setLast(shown);
  const report = useCallback((form: string) => markUnsaved(path, form), [path]);
  const drawn = shown ?? last;
  if (!drawn) return null;
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      <UnsavedContext.Provider value={report}>
        <AtAddress {...drawn} />
      </UnsavedContext.Provider>
    </Activity>
  );
}
