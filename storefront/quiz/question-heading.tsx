/** The question's heading, its number, and a progress bar. */
export function QuestionHeading({ number, of, question }: { number: number; of: number; question: string }) {
  return (
    <>
      <span className="block text-sm font-medium text-ink-soft">
        Step {number} of {of}
      </span>
      <span aria-hidden className="mt-2 flex gap-1.5">
        {Array.from({ length: of }, (_, index) => index).map((index) => (
          <span
            key={index}
            className={`step-bar h-1 w-8 rounded-full ${index < number ? 'bg-clay' : 'bg-line'}`}
            data-filled={index < number || undefined}
          />
        ))}
      </span>
      <span className="mt-5 block font-display text-xl font-semibold text-balance md:text-2xl">{question}</span>
    </>
  )
}
