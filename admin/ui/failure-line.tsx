import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import classes from './failure-line.module.css'

/** Why a form could not be sent; announced by screen readers. */
export function FailureLine({ text }: { text: string | null }) {
  return (
    <div role="alert" className={classes.line}>
      {text !== null && (
        <Alert color="brick" variant="light" icon={<CircleAlert aria-hidden />}>
          {text}
        </Alert>
      )}
    </div>
  )
}
