import { Center, Loader, VisuallyHidden } from '@mantine/core'

/** Something is on its way; said to screen readers, too. */
export function Loading({ label }: { label: string }) {
  return (
    <Center py="xl" role="status">
      <Loader color="clay" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Center>
  )
}
