import { Box, SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import classes from './page-frame.module.css'

/** In pixels. Where there is less room, the page of a computer is shown smaller, not narrower. */
const COMPUTER_WIDTH_PX = 1280

/** A page of the shop by its address, or its HTML, as a computer or a phone shows it. It runs no scripts. */
export function PageFrame({ title, ...page }: { title: string } & ({ src: string } | { srcDoc: string })) {
  const [size, setSize] = useState('wide')
  const { ref, width } = useElementSize()
  const scale = width === 0 ? 1 : Math.min(1, width / COMPUTER_WIDTH_PX)
  return (
    <>
      <SegmentedControl
        className={classes.sizes ?? ''}
        aria-label="Width of the preview"
        data={[
          { value: 'wide', label: 'Computer' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={size}
        onChange={setSize}
        mb="md"
      />
      <Box ref={ref} className={classes.pane ?? ''} data-size={size} __vars={{ '--preview-scale': String(scale) }}>
        <iframe title={title} sandbox="allow-same-origin" className={classes.frame} {...page} />
      </Box>
    </>
  )
}
