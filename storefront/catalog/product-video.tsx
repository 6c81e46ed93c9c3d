import { Pause, Play } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { BagPlaceholder } from '../pictures/bag-placeholder.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * An autoplaying, muted, looping video with a pause button; it does not start under reduced motion (R9). A video that
 * fails to load becomes the placeholder.
 */
export function ProductVideo({ src, label }: { src: string; label: string }) {
  const ref = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const video = ref.current
    if (video === null || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    video.autoplay = true
    // The browser may refuse to autoplay; the button then starts it.
    video.play().catch(() => setPlaying(false))
  }, [])

  function handleToggle(): void {
    const video = ref.current
    if (video === null) return
    if (video.paused) video.play().catch(() => setPlaying(false))
    else video.pause()
  }

  if (failed) return <BagPlaceholder label={label} className="rounded-md" />
  return (
    <div className="stage relative aspect-square overflow-hidden bg-ground lg:rounded-md">
      <video
        ref={ref}
        src={src}
        aria-label={label}
        muted
        loop
        playsInline
        preload="auto"
        width={720}
        height={720}
        onError={() => setFailed(true)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="size-full object-cover"
      />
      <button
        type="button"
        aria-label={playing ? 'Pause video' : 'Play video'}
        onClick={handleToggle}
        className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full border border-line bg-card hover:text-clay"
      >
        <Icon icon={playing ? Pause : Play} size={20} />
      </button>
    </div>
  )
}
