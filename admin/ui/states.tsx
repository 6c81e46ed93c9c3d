import { Alert, Button, Center, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRefused, retryFailed, statusOf } from './retry-failed.ts'
import classes from './states.module.css'

export type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error'>
  /** For screen readers while nothing is there yet. */
  label: string
  children: (data: T) => ReactNode
}

/** The data of a query. Until it is there: that it is loading, or why it failed, with a button to try again. */
export function Loaded<T>({ query: { data, error }, label, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (error !== null) return <ErrorState error={error} />
  return <Loading label={label} />
}

export function Loading({ label }: { label: string }) {
  return (
    <Center py="xl" role="status">
      <Loader color="clay" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Center>
  )
}

type ErrorStateProps = { error: unknown; isRetrying?: boolean }

/** An error with a button that tries again all that failed on the screen, but for what would be refused again: what may not be done, or is not there, or an invalid choice. */
export function ErrorState({ error, isRetrying = false }: ErrorStateProps) {
  const client = useQueryClient()
  if (statusOf(error) === 404) {
    return (
      <div role="alert">
        <EmptyState
          text={`${messageOf(error)} It may have been deleted. Look in Changes, where you can undo most deletions.`}
        />
      </div>
    )
  }
  return (
    <Stack role="alert" align="center" gap="sm" py="xl" px="md" ta="center">
      <Title order={2} fz="1.375rem">
        That didn’t work
      </Title>
      <Text maw="32rem">{messageOf(error)}</Text>
      {!isRefused(error) && (
        <Button loading={isRetrying} onClick={() => retryFailed(client)}>
          Try again
        </Button>
      )}
    </Stack>
  )
}

const UNKNOWN_ERROR_MESSAGE =
  'Something on this page broke. Please reload it. If it happens again, tell your technical contact.'

/** Errors whose messages are written for users. */
const FOR_USERS: readonly string[] = ['AdminCallError', 'CodeLoadError']

/** The message to show for an error: its own message only where that is written for users. */
export function messageOf(error: unknown): string {
  return error instanceof Error && FOR_USERS.includes(error.name) ? error.message : UNKNOWN_ERROR_MESSAGE
}

/** Shown for an empty list: a sentence, and a link if there is a next step. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="md" py="xl" ta="center">
      <Tag aria-hidden size={56} strokeWidth={1} color="var(--admin-clay)" />
      <Text maw="28rem">{text}</Text>
      {children}
    </Stack>
  )
}

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

/** The error message for a form; `null` without an error. */
export function failureOf(error: unknown): string | null {
  return error === null ? null : messageOf(error)
}

/** Why a form was refused, unless each field that is wrong is among `fields`, which say so themselves. */
export function failureAbove(
  failure: string | null,
  errors: Readonly<Record<string, string>>,
  fields: readonly string[],
): string | null {
  const others = Object.entries(errors).flatMap(([name, text]) => (fields.includes(name) ? [] : [text]))
  if (failure === null || (others.length === 0 && Object.keys(errors).length > 0)) return null
  // Several problems are joined in the message, too.
  return [failure, ...new Set(others.filter((text) => !failure.includes(text)))].join(' ')
}
