import { Activity, type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Location, UNSAFE_LocationContext as LocationContext, NavigationType } from 'react-router';
import { UnsavedContext } from '../../ui/mantine/form/report-unsaved.ts';
import { markUnsaved } from './unsaved-marks.ts';

interface RoutedScreen {
  location: Location;
  /** What the router draws for the address. */
  outlet: ReactNode;
}

interface Props {
  path: string;
  /** Absent while another screen is shown. */
  shown?: RoutedScreen | undefined;
}

/** The router offers no other way to say which address a part of the page is for. */
function AtAddress({ location, outlet }: RoutedScreen) {
  const address = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location]);
  return <LocationContext.Provider value={address}>{outlet}</LocationContext.Provider>;
}

/**
 * One visited screen; nothing until it is shown for the first time. Hidden, it keeps what is typed, ticked and open in
 * it, but does nothing: its effects rest, it reads nothing, and it goes on seeing the address that it was left at.
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
