import { Checkbox, Stack } from '@mantine/core'
import { HELPER_RIGHTS, type HelperRight, nameRights, RIGHT_NAMES, toRights } from '@shop/contract/access/helper-rights'
import { adminOwners, type Owner } from '@shop/contract/access/owners'
import { useState } from 'react'
import { useChange } from '../app/changes/use-change.ts'
import { Dialog, DialogButton, DialogForm } from '../ui/dialog.tsx'
import { ownersQuery } from './settings.queries.ts'

export function HelperRights({ helper }: { helper: Owner }) {
  return (
    <DialogButton label="Change" subject={`what ${helper.name} can use`}>
      {(close) => <RightsDialog helper={helper} onClose={close} />}
    </DialogButton>
  )
}

function RightsDialog({ helper: { id, name, rights: seen }, onClose }: { helper: Owner; onClose: () => void }) {
  const [rights, setRights] = useState<HelperRight[]>(seen)
  const { change, isPending, failure } = useChange(adminOwners.changeRights, {
    done: ({ body }) => `${name} can use: ${nameRights(body.rights)}`,
    refreshes: [ownersQuery.queryKey],
    onDone: onClose,
    showsError: true,
  })
  return (
    <Dialog onClose={onClose} title={`What ${name} can use`}>
      <DialogForm
        confirm="Save"
        isPending={isPending}
        failure={failure}
        onSubmit={() => change({ body: { id, rights, seen } })}
        onClose={onClose}
      >
        <RightsField
          label="Only owners change settings, refund and see payments."
          rights={rights}
          onChange={setRights}
        />
      </DialogForm>
    </Dialog>
  )
}

type RightsFieldProps = { label: string; rights: HelperRight[]; onChange: (rights: HelperRight[]) => void }

export function RightsField({ label, rights, onChange }: RightsFieldProps) {
  return (
    <Checkbox.Group label={label} value={rights} onChange={(names) => onChange(toRights(names))}>
      <Stack gap={0} mt="xs">
        {RIGHT_NAMES.map((right) => (
          <Checkbox
            key={right}
            value={right}
            label={HELPER_RIGHTS[right].label}
            description={HELPER_RIGHTS[right].hint}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
