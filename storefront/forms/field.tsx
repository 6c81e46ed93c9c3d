import { cleanInput, detectInputKind } from '@shop/contract/text/clean-input'
import type { ComponentProps, ReactNode } from 'react'

/** Props that a form passes to a field; made by `useForm`. */
export type FieldBinding = {
  id: string
  name: string
  value: string
  error: string | null
  /** Filled in from the account, and read-only. */
  fixed?: boolean
  onChange: (value: string) => void
  onBlur: () => void
}

type FieldProps = FieldBinding & {
  label: string
  /** Both kinds are marked: by a star, or the word 'optional'. */
  required?: boolean
  /** A permanent hint below the field. */
  hint?: string | undefined
  className?: string
}

type Props<Element extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Element>, keyof FieldProps>

/** A one-line text field with its label above and its error below; `after` stands over its right end. */
export function TextField({ after, ...props }: Props<'input'> & { after?: ReactNode }) {
  const { frame, control } = split({ ...props, onChange: (value) => props.onChange(filledIn(value, props)) })
  const input = <input type="text" {...control} />
  return (
    <FieldFrame {...frame}>
      {after ? (
        <div className="relative">
          {input}
          {after}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  )
}

/** A value filled in by a browser or a password manager is not cut to the field's length by the browser. */
function filledIn(value: string, { maxLength, ...field }: Props<'input'>): string {
  const kind = detectInputKind({ type: field.type, inputMode: field.inputMode, autoCapitalize: field.autoCapitalize })
  return kind === 'code' || kind === 'email' ? cleanInput(value, kind).slice(0, maxLength) : value
}

export function TextAreaField(props: Props<'textarea'>) {
  const { frame, control } = split(props)
  return (
    <FieldFrame {...frame}>
      <textarea {...control} className="control block" />
    </FieldFrame>
  )
}

/** The browser's own list to choose from; `children` are its options. */
export function SelectField(props: Props<'select'>) {
  const { frame, control } = split(props)
  const { readOnly: _, ...rest } = control
  return (
    <FieldFrame {...frame}>
      <select {...rest} />
    </FieldFrame>
  )
}

type FrameProps = Pick<FieldProps, 'id' | 'label' | 'hint' | 'error' | 'className'> & {
  /** `null` for a field without a mark. */
  required?: boolean | null
  /** Called when the label is clicked, for controls that the browser cannot focus itself. */
  onLabelClick?: () => void
  children: ReactNode
}

/** Label, mark, control and error, for any control. */
export function FieldFrame({
  id,
  label,
  required = false,
  hint,
  error,
  className = '',
  onLabelClick,
  children,
}: FrameProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="mb-1.5 flex items-baseline gap-1.5 text-sm">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users focus the control itself */}
        <label htmlFor={id} className="font-medium" onClick={onLabelClick}>
          {label}
        </label>
        {required === true && (
          <span aria-hidden className="text-clay">
            *
          </span>
        )}
        {required === false && <span className="text-ink-soft">optional</span>}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} aria-live="polite" className="mb-4 pt-1 text-sm text-brick empty:pt-0">
        {error}
      </p>
    </div>
  )
}

export function RequiredNote({ className }: { className: string }) {
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      <span className="text-clay">*</span> required
    </p>
  )
}

/** Parts a field's properties into those of its frame and those of its control. */
function split<P extends FieldProps>(props: P) {
  const { label, required = false, hint, className = '', error, fixed, onChange, onBlur, ...rest } = props
  const { id } = rest
  const described = [hint && `${id}-hint`, error !== null && `${id}-error`].filter(Boolean)
  return {
    frame: { id, label, required, hint, error, className },
    control: {
      readOnly: fixed,
      ...rest,
      required,
      'aria-invalid': error === null ? undefined : true,
      'aria-describedby': described.join(' ') || undefined,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
      onBlur,
      className: 'control',
    },
  }
}
