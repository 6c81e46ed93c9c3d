import { Button, Group } from '@mantine/core'
import { type Inquiry, type InquiryMark, markInquiryEndpoint } from '@shop/contract/admin/contact'
import { useChange } from '../app/use-change.ts'
import { confirmOnce } from '../ui/confirm-once.ts'
import { inquiryQuery } from './contact.queries.ts'

const DONE: Readonly<Record<InquiryMark, string>> = {
  answered: 'Marked as answered',
  open: 'Waits for an answer again',
  spam: 'Put among the spam',
  genuine: 'Taken back from the spam',
}

/** Marks without a mail: answered elsewhere, or spam. Whoever has typed an answer is asked before it counts as answered. */
export function InquiryMarks({ inquiry, hasDraft }: { inquiry: Inquiry; hasDraft: boolean }) {
  const { message_id: id, answered_at, probable_spam } = inquiry
  const { change } = useChange(markInquiryEndpoint, {
    done: ({ body }) => DONE[body.mark],
    refreshes: [['inquiries']],
    isRepeatable: true,
    applyOptimistically: (queryClient, { body }) =>
      queryClient.setQueryData(
        inquiryQuery(id).queryKey,
        (seen) => seen && { ...seen, inquiry: { ...seen.inquiry, ...marked(body.mark) } },
      ),
  })
  const mark = (as: InquiryMark) => change({ params: { id }, body: { mark: as } })
  const confirmAnswered = () =>
    confirmOnce({
      title: 'Your answer is not sent',
      children: 'Mark the message as answered without it? What you have typed stays here.',
      labels: { confirm: 'Mark as answered', cancel: 'Go back' },
      onConfirm: () => mark('answered'),
    })
  const markOther = () => {
    if (answered_at !== null) mark('open')
    else if (hasDraft) confirmAnswered()
    else mark('answered')
  }
  return (
    <Group gap="sm">
      {!probable_spam && (
        <Button variant="default" onClick={markOther}>
          {answered_at === null ? 'Mark as answered' : 'Mark as not answered'}
        </Button>
      )}
      <Button variant="default" onClick={() => mark(probable_spam ? 'genuine' : 'spam')}>
        {probable_spam ? 'This is no spam' : 'This is spam'}
      </Button>
    </Group>
  )
}

function marked(mark: InquiryMark): Partial<Inquiry> {
  if (mark === 'answered') return { answered_at: new Date().toISOString() }
  if (mark === 'open') return { answered_at: null }
  return { probable_spam: mark === 'spam' }
}
