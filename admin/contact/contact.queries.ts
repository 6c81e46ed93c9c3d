import { adminContact, type InquiryStatus } from '@shop/contract/contact/admin'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { pagesQuery } from '../app/query-client.ts'

/** The inquiries with a status that hold a text, a page at a time: newest first, but of the open ones the oldest. */
export const inquiriesQuery = (status: InquiryStatus, search: string) =>
  infiniteQueryOptions({
    ...pagesQuery(['inquiries', 'list', status, search], (after, signal) =>
      call(adminContact.listInquiries, { query: { status, search, after } }, signal),
    ),
    placeholderData: keepPreviousData,
  })

/** An inquiry with its answers. Asked again every few seconds while a mail is on its way. */
export const inquiryQuery = (id: string) =>
  queryOptions({
    queryKey: ['inquiries', 'one', id],
    queryFn: ({ signal }) => call(adminContact.getInquiry, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.answers.some(({ delivery }) => delivery === 'waiting') ? 3000 : false,
  })
