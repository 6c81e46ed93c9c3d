import { asNumber, asRecord } from '@shop/contract/tolerance'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Goes to the page inside the shop that the visitor came from, else to the named fallback (R43). */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The router numbers its own entries; above 0 the entry before is a page of this shop.
    const index = asNumber(asRecord(window.history.state)?.idx) ?? 0
    if (index > 0) navigate(-1)
    else navigate(fallback, { replace: true })
  }, [fallback, navigate])
}
