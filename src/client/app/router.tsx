/*
 * Pages by address: what this app needs of a router, by the names that React Router has for it. React Router itself is
 * 11 kB of the sign-in page, because its bundle cannot be taken apart (docs/decisions/bundle.md).
 */
import {
  type AnchorHTMLAttributes,
  Children,
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { createIds } from '../services/ids';

/** Where the app is. */
export interface PageLocation {
  pathname: string;
  search: string;
  /** What was handed along on the way here; survives a reload. */
  state: unknown;
  /** Another one for each page that is opened; 'default' for the first. */
  key: string;
}

/** How to get elsewhere. Addresses begin with a slash. */
export interface Navigator {
  push(to: string, state?: unknown): void;
  replace(to: string, state?: unknown): void;
}

interface Routing {
  location: PageLocation;
  navigator: Navigator;
}

const RoutingContext = createContext<Routing | null>(null);
const ParamsContext = createContext<Readonly<Record<string, string>>>({});

function useRouting(): Routing {
  const routing = useContext(RoutingContext);
  if (!routing) throw new Error('There is no router around this');
  return routing;
}

export const useLocation = (): PageLocation => useRouting().location;

/** The named parts of the address, such as the `userId` of `/profile/:userId`. */
export const useParams = (): Readonly<Record<string, string>> => useContext(ParamsContext);

interface RouterProps {
  /** A path, or a location with all that belongs to it. */
  location: string | PageLocation;
  navigator: Navigator;
  children: ReactNode;
}

/** Shows the pages of a location that somebody else decides on. */
export function Router({ location, navigator, children }: RouterProps) {
  const routing = useMemo(
    () => ({ location: typeof location === 'string' ? locationAt(location) : location, navigator }),
    [location, navigator],
  );
  return <RoutingContext value={routing}>{children}</RoutingContext>;
}

function locationAt(path: string): PageLocation {
  const [pathname = '/', search] = path.split('?');
  return { pathname, search: search === undefined ? '' : `?${search}`, state: null, key: path };
}

/** Shows the pages of the browser's address, and keeps both together. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation);
  const [navigator] = useState(() => {
    const keys = createIds();
    const go = (method: 'pushState' | 'replaceState') => (to: string, state?: unknown) => {
      history[method]({ key: keys.next(), state: state ?? null }, '', to);
      startTransition(() => setLocation(currentLocation()));
    };
    return { push: go('pushState'), replace: go('replaceState') };
  });
  useEffect(() => {
    const returned = () => startTransition(() => setLocation(currentLocation()));
    addEventListener('popstate', returned);
    return () => removeEventListener('popstate', returned);
  }, []);
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}

function currentLocation(): PageLocation {
  const { pathname, search } = window.location;
  const kept = history.state as Partial<Pick<PageLocation, 'key' | 'state'>> | null;
  return { pathname, search, state: kept?.state ?? null, key: kept?.key ?? 'default' };
}

interface RouteProps {
  /** Parts beginning with a colon stand for anything, `*` for any address at all. */
  path: string;
  element: ReactNode;
}

/** One page; only `Routes` looks at it. */
export const Route: (props: RouteProps) => null = () => null;

/** Shows the first of its routes that fits the address. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  for (const child of Children.toArray(children)) {
    if (!isValidElement(child)) continue;
    const { path, element } = (child as ReactElement<RouteProps>).props;
    const params = paramsOf(path, pathname);
    if (params) return <ParamsContext value={params}>{element}</ParamsContext>;
  }
  return null;
}

/** The named parts of an address that fits a route; null for one that does not. */
export function paramsOf(path: string, pathname: string): Record<string, string> | null {
  if (path === '*') return {};
  const [wanted, given] = [partsOf(path), partsOf(pathname)];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decoded(text);
    else if (part.toLowerCase() !== text.toLowerCase()) return null;
  }
  return params;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Anybody can write anything into the address.
    return text;
  }
}

/** Goes elsewhere as soon as it is shown. */
export function Navigate({ to, replace = false, state }: { to: string; replace?: boolean; state?: unknown }) {
  const { navigator } = useRouting();
  useEffect(() => navigator[replace ? 'replace' : 'push'](to, state), [navigator, replace, to, state]);
  return null;
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
}

/** A link to another page of the app, opened without loading anything anew. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const { location, navigator } = useRouting();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    // A new tab or window is the browser's matter.
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    navigator[to === location.pathname + location.search ? 'replace' : 'push'](to);
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
