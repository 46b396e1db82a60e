import { GuardFigure } from '../GuardFigure';
import styles from './NightWatch.module.css';

/** The city at night. It is drawn here, so that it costs no request. */
export function NightWatch() {
  return (
    <svg className={styles.city} viewBox="0 0 1440 220" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <path
        className={styles.far}
        d="M0 220v-92h54v-28h48v44h60V88h22V76h30v12h20v56h70v-34h54v-42h44v66h52v-24h66v-40l24-22 24 22v58h58V66h58v62h40v-30h22V64l8-40h4V4h4v20h4l8 40v34h26v34h60V78h66v52h52v-26h74v-36h26V54h24v14h20v70h62v-42h70v-22h44v58h58v-30h62v118Z"
      />
      <path
        className={styles.near}
        d="M0 220v-40h92v-34h70v34h64v-22h82v-26h58v48h104v-36h78v20h66v-44h84v44h92v-20h74v-34h62v54h96v-28h88v-22h66v50h84v-34h90v34h90v56Z"
      />
      <path
        className={styles.windows}
        d="M112 160h6m14 0h6m-26 14h6m14 0h6M328 146h6m12 0h6m-24 14h6M478 154h6m16 0h6m-28 14h6M628 132h6m12 0h6m14 0h6m-44 14h6m26 0h6M902 138h6m14 0h6m-26 14h6M1060 158h6m12 0h6M1166 134h6m10 0h6m-22 14h6M1294 156h6m14 0h6"
      />
      <GuardFigure x={790} y={174} />
    </svg>
  );
}
