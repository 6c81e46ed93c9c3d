import { Button, Group, Modal, Text } from '@mantine/core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { QuietButton } from '../../ui/page.tsx'

export function LeaveGuard({ isActive }: { isActive: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => {
    if (isActive) event.preventDefault()
  })
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title="Leave without saving?">
      <Text>Your changes on this page aren’t saved.</Text>
      <Group justify="end" mt="md">
        <QuietButton onClick={() => blocker.reset?.()}>Stay</QuietButton>
        <Button onClick={() => blocker.proceed?.()}>Leave</Button>
      </Group>
    </Modal>
  )
}

type CountForms = (change: (count: number) => number) => void

const UnsavedForms = createContext<CountForms>(() => {})

/** A page with several forms, which asks before it is left while one of them is not saved. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0)
  return (
    <UnsavedForms value={setCount}>
      <LeaveGuard isActive={count > 0} />
      {children}
    </UnsavedForms>
  )
}

/** For a form of such a page. */
export function useUnsaved(isUnsaved: boolean): void {
  const countForms = useContext(UnsavedForms)
  useEffect(() => {
    if (!isUnsaved) return
    countForms((count) => count + 1)
    return () => countForms((count) => count - 1)
  }, [countForms, isUnsaved])
}
