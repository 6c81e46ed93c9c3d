/** A choice of the drawings. Looks like the chips of the list; shared code would be one more file and request on both pages. */
export function FitToggle({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="min-h-11 min-w-11 rounded-full border border-line px-3 text-sm font-medium hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-card forced-colors:aria-pressed:border-4"
    >
      {label}
    </button>
  )
}
