import { asRecord } from '@shop/contract/http/coercion'
import client from 'braintree-web/client'
import hostedFields, { type HostedFields, type HostedFieldsEvent } from 'braintree-web/hosted-fields'
import {
  CARD_FIELDS,
  CARD_LENGTHS,
  type CardField,
  type PayingFields,
  type PaymentFields,
  type PaymentFieldsOptions,
  textStyleOf,
} from './payment-fields.ts'

export const CARD_NOTE = 'Card payments by Braintree.'

/** Braintree's hosted fields (R21), loaded when the checkout shows its card section. */
export async function createPaymentFields(options: PaymentFieldsOptions): Promise<PaymentFields> {
  const { clientToken, containers, labels, onState, isOpen } = options
  const { color, fontSize } = textStyleOf(containers.number)
  const fields = await hostedFields.create({
    client: await client.create({ authorization: clientToken }),
    // Braintree's frames cannot use the shop's fonts.
    styles: { input: { color, 'font-size': fontSize, 'font-family': 'system-ui, sans-serif' } },
    fields: {
      number: { ...common('number'), maxCardLength: CARD_LENGTHS.number },
      expirationDate: { ...common('expirationDate'), maxlength: CARD_LENGTHS.expirationDate, placeholder: 'MM/YY' },
      // Without a maximum Braintree allows 4 digits for American Express and 3 otherwise.
      cvv: { ...common('cvv'), ...(!isOpen && { maxlength: CARD_LENGTHS.cvv }) },
    },
  })

  function common(field: CardField) {
    return { container: containers[field], iframeTitle: labels[field], internalLabel: labels[field] }
  }

  function handleEvent({ emittedBy, fields: states }: HostedFieldsEvent): void {
    const field = CARD_FIELDS.find((name) => name === emittedBy)
    if (field === undefined) return
    const { isEmpty, isValid, isFocused } = states[field]
    onState(field, { isEmpty, isValid, isFocused })
  }

  for (const event of ['focus', 'blur', 'empty', 'notEmpty', 'validityChange'] as const) fields.on(event, handleEvent)
  return {
    focus: (field) => void fields.focus(field).catch(logFailure),
    setError: (field, message) => {
      fields.setMessage({ field, message: message ?? '' })
      const change = { field, attribute: 'aria-invalid' } as const
      if (message === null) fields.removeAttribute(change).catch(logFailure)
      else fields.setAttribute({ ...change, value: 'true' }).catch(logFailure)
    },
    teardown: () => void fields.teardown().catch(logFailure),
    paying: isOpen ? payingWith(fields) : null,
  }
}

function payingWith(fields: HostedFields): PayingFields {
  return {
    isValid: (field) => fields.getState().fields[field].isValid,
    tokenize: async (postalCode) => {
      try {
        return (await fields.tokenize({ billingAddress: { postalCode } })).nonce
      } catch (error) {
        if (asRecord(error)?.type !== 'CUSTOMER') throw error
        console.info('The card could not be tokenized', error)
        return null
      }
    },
    clear: (field) => void fields.clear(field),
  }
}

function logFailure(error: unknown): void {
  console.info('A call of a card field failed', error)
}
