/**
 * The exports of react-router-dom that remotes may use. The shell provides only these. A fence forbids importing react-router-dom directly,
 * because any other export would fail at run time.
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
