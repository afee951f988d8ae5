/** The logo of Ktima: a parcel with a surveyor's point at its corner. */
export function Logo() {
  return (
    <svg
      class="mark"
      viewBox="0 0 32 32"
      width="28"
      height="28"
      aria-hidden="true"
      focusable="false"
    >
      <path class="mark-land" d="M6 10 23 4l5 17-16 7z" />
      <circle class="mark-dot" cx="6" cy="10" r="4" />
    </svg>
  );
}
