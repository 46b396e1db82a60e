/** One of `@portal/ui/drawings`. Decoration: the words stand beside it. Not `Icon`, which brings the whole set along. */
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
