import { Center, Loader, VisuallyHidden } from '@mantine/core'

/** A loading indicator, also for screen readers. */
export function Loading({ label }: { label: string }) {
  return (
    <Center py="xl" role="status">
      <Loader color="clay" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Center>
  )
}
