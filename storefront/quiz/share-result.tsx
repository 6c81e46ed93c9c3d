import { CopyButton } from '../ui/copy-button.tsx'
import { withAnswers } from './quiz-address.ts'

/** Copies the URL of this result, which the address bar has too. */
export function ShareResult({ name, answers }: { name: string; answers: readonly string[] }) {
  const address = `${window.location.origin}/${withAnswers('', answers)}`
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-1 text-sm text-ink-soft">
      Link to this result
      <CopyButton text={address} label={`Copy the link to your match, ${name}`} />
    </p>
  )
}
