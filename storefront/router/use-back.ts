import { useCallback } from 'react'
import type { Path } from './route-path.ts'
import { entryNumber, useNavigate } from './router.tsx'

/** Goes to the page inside the shop that the visitor came from, else to the named fallback (R43). */
export function useBack(fallback: Path): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The router numbers its own entries; above 0 the entry before is a page of this shop.
    if ((entryNumber() ?? 0) > 0) navigate(-1)
    else navigate(fallback, { replace: true })
  }, [fallback, navigate])
}
