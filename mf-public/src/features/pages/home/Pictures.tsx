import { alert, check, clock, mapPin } from '@portal/ui/drawings';
import { LineIcon } from '../LineIcon';
import { exampleShift as shift } from './home.copy';
import styles from './Pictures.module.css';

/** Pictures of the portal's own screens. A screen reader skips them, because the text next to each has the same facts. */
export const JobPicture = () => (
  <div className={styles.phone} aria-hidden="true">
    <p className={styles.label}>{shift.label}</p>
    <p className={styles.title}>{shift.title}</p>
    <p className={styles.fact}>
      <LineIcon drawing={clock} size={20} /> {`${shift.date}, ${shift.time}`}
    </p>
    <p className={styles.fact}>
      <LineIcon drawing={mapPin} size={20} /> {shift.place}
    </p>
    <div className={styles.sum}>
      <span>{shift.formula}</span>
      <strong>{shift.total}</strong>
    </div>
    <p className={styles.fits}>
      <LineIcon drawing={check} size={20} /> Fits your calendar
    </p>
    <p className={styles.button}>Apply</p>
  </div>
);

const SearchPicture = () => (
  <div className={styles.screen} aria-hidden="true">
    <p className={styles.chips}>
      <span>Tonight</span>
      <span>This weekend</span>
    </p>
    <p className={styles.row}>
      <span>{shift.title}</span>
      <strong>{shift.total}</strong>
      <small>6 km</small>
    </p>
    <p className={styles.row}>
      <span>Bank branch</span>
      <strong>$180.00</strong>
      <small>9 km</small>
    </p>
    <p className={styles.row}>
      <span>Site gate</span>
      <strong>$264.00</strong>
      <small>14 km</small>
    </p>
  </div>
);

const OnJobPicture = () => (
  <div className={styles.screen} aria-hidden="true">
    <p className={styles.state}>On the job</p>
    <p className={styles.step}>
      <LineIcon drawing={check} size={20} /> Arrived at 5:52 p.m.
    </p>
    <p className={styles.step}>
      <LineIcon drawing={check} size={20} /> E-note sent at 7:10 p.m.
    </p>
    <p className={styles.sos}>
      <LineIcon drawing={alert} size={20} /> Hold for SOS
    </p>
  </div>
);

const PayPicture = () => (
  <div className={styles.screen} aria-hidden="true">
    <p className={styles.caption}>Available balance</p>
    <p className={styles.balance}>$612.50</p>
    <p className={styles.row}>
      <span>{shift.title}</span>
      <strong>{`+${shift.total}`}</strong>
      <small>{shift.formula}</small>
    </p>
    <p className={styles.row}>
      <span>Bank branch</span>
      <strong>+$180.00</strong>
      <small>8 h × $22.50</small>
    </p>
  </div>
);

export const stepPictures = [SearchPicture, OnJobPicture, PayPicture] as const;

export const LicencePicture = () => (
  <div className={styles.licence} aria-hidden="true">
    <p className={styles.licenceHead}>
      <span>Security guard licence</span>
      <span>Ontario</span>
    </p>
    <svg className={styles.portrait} viewBox="0 0 64 76" aria-hidden="true">
      <path d="M0 0h64v76H0z" className={styles.back} />
      <path d="M32 14a13 13 0 1 1 0 26 13 13 0 0 1 0-26Zm-24 62c0-18 9-29 24-29s24 11 24 29Z" className={styles.person} />
    </svg>
    <p className={styles.holder}>
      <small>Holder</small>
      <strong>Your name</strong>
      <small>Expires in</small>
      <strong>90 days</strong>
    </p>
    <p className={styles.bar}>
      <span />
    </p>
  </div>
);
