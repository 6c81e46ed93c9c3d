/*
 * One card field of the sandbox provider, in a frame of its own like those of a real payment provider. It posts to the
 * page around it whether the field is empty, valid and focused, never what was typed, and stores and sends nothing.
 */
const FIELDS = {
  number: { label: 'Card number', placeholder: '', format: formatNumber, isValid: isCardNumber },
  cvv: { label: 'CVV', placeholder: '', format: (text) => digits(text, 3), isValid: (text) => text.length === 3 },
  expirationDate: { label: 'Expiration, MM/YY', placeholder: 'MM/YY', format: formatExpiry, isValid: isExpiry },
}

const name = new URLSearchParams(location.search).get('field')
const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : null
const input = document.getElementById('field')
const message = document.getElementById('message')

/** Digits of Chinese width are digits, too. */
function digits(text, most) {
  return text
    .replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/\D/g, '')
    .slice(0, most)
}

/** Up to 16 digits, in groups of four. */
function formatNumber(text) {
  return digits(text, 16).replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** 12 to 16 digits whose check digit is right. */
function isCardNumber(text) {
  const number = digits(text, 16)
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return number.length >= 12 && sum % 10 === 0
}

/** MM/YY; the slash comes by itself, a month typed as one digit gets its zero, and of a pasted year the century goes. */
function formatExpiry(text) {
  const plain = text.replace(/[^\d/\uff10-\uff19]/g, '')
  const typed = /^[2-9]/.test(plain) ? `0${plain}` : plain.replace(/^(\d)\//, '0$1')
  const number = digits(typed.replace(/^(\d{2}\/?)20(\d{2})$/, '$1$2'), 4)
  return number.length > 2 ? `${number.slice(0, 2)}/${number.slice(2)}` : number
}

/** A month that is not over yet. */
function isExpiry(text) {
  const [month = 0, year = 0] = text.split('/').map(Number)
  if (text.length !== 5 || month < 1 || month > 12) return false
  return new Date() < new Date(2000 + year, month, 1)
}

function postState(type) {
  const text = input.value
  const state = {
    isEmpty: text === '',
    isValid: field.isValid(text),
    isFocused: document.activeElement === input && document.hasFocus(),
  }
  parent.postMessage({ source: 'card-frame', type, field: name, state }, location.origin)
}

function handleInput() {
  const formatted = field.format(input.value)
  if (formatted !== input.value) {
    // The caret stays behind the same digit.
    const before = digits(input.value.slice(0, input.selectionStart ?? 0), 16).length
    const atEnd = input.selectionStart === input.value.length
    input.value = formatted
    const caret = atEnd ? formatted.length : placeAfterDigits(formatted, before)
    input.setSelectionRange(caret, caret)
  }
  postState('state')
}

function placeAfterDigits(text, count) {
  let seen = 0
  for (let place = 0; place < text.length; place += 1) {
    if (seen === count) return place
    if (/\d/.test(text[place])) seen += 1
  }
  return text.length
}

/** Applies the form's text style: color, font and size. */
function applyStyle({ color, fontFamily, fontSize, fontUrl }) {
  document.body.style.color = color
  document.body.style.fontSize = fontSize
  document.body.style.fontFamily = fontFamily
  const address = new URL(fontUrl, location.href)
  if (address.origin !== location.origin) return
  const face = new FontFace(fontFamily.split(',')[0].replaceAll('"', '').trim(), `url(${JSON.stringify(address.href)})`, {
    weight: '300 900',
  })
  face.load().then(
    () => document.fonts.add(face),
    () => {},
  )
}

function handleMessage(event) {
  if (event.origin !== location.origin || event.source !== parent) return
  const { type } = event.data ?? {}
  if (type === 'style') applyStyle(event.data)
  if (type === 'focus') input.focus()
  if (type === 'error') {
    message.textContent = event.data.message ?? ''
    if (event.data.message) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
}

if (field !== null && parent !== window) {
  input.setAttribute('aria-label', field.label)
  input.setAttribute('aria-describedby', 'message')
  input.placeholder = field.placeholder
  input.addEventListener('input', handleInput)
  input.addEventListener('focus', () => postState('state'))
  input.addEventListener('blur', () => postState('state'))
  window.addEventListener('message', handleMessage)
  postState('ready')
}
