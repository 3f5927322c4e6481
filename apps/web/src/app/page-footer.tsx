import { Link } from 'react-router-dom';
import { supportEmail, thisYear } from '../lib/facts.ts';
import { mainPages } from './main-pages.ts';

export function PageFooter() {
  return (
    <footer className="foot">
      <p className="d">
        Advanced data analysis and statistics for professionals with powerful dataset tools.
      </p>
      <div>
        <b>Quick Links</b>
        <ul>
          {mainPages.map(({ to, name }) => (
            <li key={to}>
              <Link className="quiet" to={to}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <b>Contact</b>
        <a className="quiet" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </div>
      <p className="c">© {thisYear} Columnist</p>
    </footer>
  );
}
