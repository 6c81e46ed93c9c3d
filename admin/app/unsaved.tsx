import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { LeaveGuard } from './leave-guard.tsx'

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
