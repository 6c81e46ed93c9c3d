import { type INQUIRY_STATUSES, listInquiriesEndpoint } from '@shop/contract/admin/inquiries'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'

export type InquiryStatus = (typeof INQUIRY_STATUSES)[number]

/** The messages with a status, newest first, a page at a time. */
export const inquiriesQuery = (status: InquiryStatus) =>
  infiniteQueryOptions({
    queryKey: ['inquiries', status],
    queryFn: ({ pageParam: after, signal }) =>
      call(listInquiriesEndpoint, { query: { status, ...(after === '' ? {} : { after }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
