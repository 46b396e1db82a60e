/** One decorative drawing of `@portal/ui/drawings`, next to a text. `Icon` would load the whole set. */
export function LineIcon({ drawing, size = 24, className }: { drawing: string; size?: number; className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawing} />
    </svg>
  );
}
