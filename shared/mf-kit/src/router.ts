/**
 * The only exports of react-router-dom that a remote may use. The shell hands over exactly this list, so that the rest is not in
 * its bundle; importing react-router-dom directly is fenced, because an export that is not listed would die at run time.
 */
export {
  createPath,
  generatePath,
  Link,
  matchPath,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Router,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
