import { useCallback } from 'react'
import type { Path } from './route-path.ts'
import { entryNumber, useNavigate } from './router.tsx'

/** Goes to the previous page if it is in the shop, else to the fallback (R43). */
export function useBack(fallback: Path): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The router numbers its entries; above 0 the previous one is a page of this shop.
    if ((entryNumber() ?? 0) > 0) navigate(-1)
    else navigate(fallback, { replace: true })
  }, [fallback, navigate])
}
