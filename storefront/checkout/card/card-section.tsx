import type { ReactNode } from 'react'
import { FieldFrame } from '../../forms/field.tsx'
import { SendCartLink } from '../../links/inquiry-link.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { PAYMENT_METHOD } from '../checkout-fields.ts'
import { Section } from '../section.tsx'
import { CARD_FIELDS } from './payment-fields.ts'
import { CARD_LABELS, type CardFields } from './use-card-fields.ts'

const BOX_CLASS =
  'control h-12 py-0 data-[error]:border-brick data-[focused]:outline-2 data-[focused]:outline-offset-2 data-[focused]:outline-clay data-[idle]:border-line data-[idle]:bg-ground'

type CardSectionProps = { card: CardFields; number?: number | null; children?: ReactNode }

/** The fields are frames of the payment provider; this page never gets their values (R17, R21). */
export function CardSection({ card, number = 4, children }: CardSectionProps) {
  const { isOpen, status, focused, errors, focus, section } = card
  return (
    <Section number={number} title="Credit / Debit Card Detail" ref={section}>
      <input type="hidden" name="paymentMethod" value={PAYMENT_METHOD} />
      {!isOpen && (
        <p className="mb-5 border-l-2 border-clay pl-4">
          Online orders are not being processed at present. Please don’t enter a card: you won’t be charged, and no
          order will be placed. <SendCartLink />
        </p>
      )}
      <div className="stacked grid grid-cols-2 gap-x-4">
        {CARD_FIELDS.map((field) => (
          <FieldFrame
            key={field}
            id={`card-${field}`}
            label={CARD_LABELS[field]}
            required={null}
            error={errors[field] ?? null}
            onLabelClick={() => focus(field)}
            className={field === 'number' ? 'col-span-2' : ''}
          >
            <div
              id={`card-${field}`}
              data-card-field={field}
              data-focused={focused === field || undefined}
              data-error={errors[field] !== undefined || undefined}
              data-idle={status.name !== 'ready' || undefined}
              className={BOX_CLASS}
            />
          </FieldFrame>
        ))}
      </div>
      {children}
      <ProviderNote {...card} />
    </Section>
  )
}

/** Always one line high, so nothing moves when the provider is known. */
function ProviderNote({ isOpen, status, section, near, retry }: CardFields) {
  return (
    <div className="min-h-12 pb-4 text-sm text-ink-soft">
      <SlowNote waiting={near && status.name === 'waiting'}>
        The card fields are taking longer than usual to load.{isOpen ? '' : ' You can continue without them.'}
      </SlowNote>
      {status.name === 'ready' && <p>{status.note}</p>}
      {status.name === 'failed' && (
        <p className="text-brick">
          {status.message}{' '}
          <TryAgain
            variant="quiet"
            busy={false}
            onRetry={retry}
            onReplaced={() => section.current?.querySelector('h2')?.focus()}
          />
        </p>
      )}
    </div>
  )
}
