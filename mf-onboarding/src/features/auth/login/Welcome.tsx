import styles from './Welcome.module.css';

/** The left half of a wide screen. It is decoration; the login works without it. */
export function Welcome() {
  return (
    <div className={styles.welcome} aria-hidden="true">
      <svg className={styles.skyline} viewBox="0 0 400 260" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <circle className={styles.moon} cx="330" cy="52" r="14" />
        <path
          className={styles.far}
          d="M0 260V170h34v-30h28v30h22v-62h30v62h18V96h36v76h20v-40h32v40h26v-58h34v58h22v-34h30v34h24v-50h34v50h10v88Z"
        />
        <path className={styles.near} d="M0 260v-58h46v-34h40v34h30v-22h44v22h36v-46h42v46h30v-26h44v26h36v-38h32v38h20v58Z" />
        <path
          className={styles.windows}
          d="M58 182h6m8 0h6m-20 12h6M134 194h6m10 0h6M204 170h6m12 0h6m-24 14h6m12 0h6M286 190h6m10 0h6M356 178h6m-6 14h6"
        />
      </svg>
      <p className={styles.promise}>
        Night or day,
        <br />
        your next shift is here.
      </p>
    </div>
  );
}
