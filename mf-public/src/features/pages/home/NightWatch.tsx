import styles from './NightWatch.module.css';

/** A city at night and the one who watches over it. Drawn, so that it costs no request. */
export function NightWatch({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 720 480" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <circle className={styles.halo} cx="596" cy="92" r="66" />
      <circle className={styles.moon} cx="596" cy="92" r="34" />
      <path
        className={styles.far}
        d="M0 480V318h46v-44h34v44h40v-86h30v86h44V206h44v112h22v-66h40v66h30v-96l22-30 22 30v96h30v-62h44v62h34V176h8v-44h6v44h8v142h36v-78h46v78h34v-46h42v46h58v162Z"
      />
      <path className={styles.near} d="M0 480v-96h70v-46h56v46h44v-32h60v32h52v-74h60v74h44v-40h66v40h50v-60h48v60h44v-34h62v34h64v96Z" />
      <path
        className={styles.windows}
        d="M86 352h8m10 0h8m-26 16h8M250 366h8m12 0h8M296 326h8m14 0h8m-30 18h8m14 0h8m-30 18h8M414 358h8m14 0h8M516 340h8m10 0h8m-26 18h8m10 0h8M610 364h8m12 0h8"
      />
      <path className={styles.beam} d="M548 398 250 470v10h298Z" />
      <g className={styles.guard}>
        <path d="M560 370a14 14 0 0 1 28 0l5 3v4h-38v-4l5-3Z" />
        <circle cx="574" cy="382" r="11" />
        <path d="M552 400q22-12 44 0l6 44v36h-16l-6-36-6-8-6 8-4 36h-18v-36l6-44Z" />
        <path d="M556 402l-12 10-14-8 4-6 10 4 10-8Z" />
      </g>
    </svg>
  );
}
