import { defineTexts, inline, linkButton, needed, neededButton, ownParagraph, paragraphs } from './define-texts.ts'

const NEW_PASSWORD = { link: neededButton('Choose a new password', 'https://shop.example/reset#token=…') } as const
const CONFIRM_PARTS = { link: neededButton('Confirm your email', 'https://shop.example/confirm#token=…') } as const

/** None repeats what was typed. */
export const ACCOUNT_TEXTS = defineTexts({
  welcome: {
    title: 'Welcome',
    group: 'Accounts',
    to: 'shopper',
    placeholders: { ...CONFIRM_PARTS, orders_page: ownParagraph('https://shop.example/orderAndReturn') },
    subject: 'Welcome to {shop}',
    body: paragraphs(
      'Hello,',
      'Your {shop} account is ready. Please confirm your email address within 24 hours:',
      '{link}',
      'Orders you placed as a guest will then show up in your account too. See your orders, or cancel anything that hasn’t shipped yet:',
      '{orders_page}',
      'Didn’t sign up? Let us know at {support_email}.',
    ),
  },
  address_confirmation: {
    title: 'Confirm the address',
    group: 'Accounts',
    to: 'shopper',
    placeholders: CONFIRM_PARTS,
    subject: 'Confirm your email address for {shop}',
    body: paragraphs(
      'Hello,',
      'Please confirm the email address for your {shop} account. We’ll ask you to sign in.',
      '{link}',
      'The link works for 24 hours. Orders you placed as a guest with this address will then show up in your account.',
      'Don’t have an account with us? Let us know at {support_email}.',
    ),
  },
  password_reset: {
    title: 'New password',
    group: 'Accounts',
    to: 'shopper',
    placeholders: NEW_PASSWORD,
    subject: 'Reset your {shop} password',
    body: paragraphs(
      'Hello,',
      'We received a request to reset the password for your {shop} account. Choose a new one here:',
      '{link}',
      'The link works once and expires in 30 minutes. We’ll never ask you for it, so please don’t share it.',
      'Didn’t ask for this? You can ignore this email. Your password hasn’t changed.',
    ),
  },
  password_changed: {
    title: 'Password changed',
    group: 'Accounts',
    to: 'shopper',
    placeholders: { link: neededButton('Choose a new password', 'https://shop.example/forgot-password') },
    subject: 'Your {shop} password was changed',
    body: paragraphs(
      'Hello,',
      'The password for your {shop} account was just changed, and you were signed out everywhere else.',
      'If you didn’t change it, choose a new password right away and let us know at {support_email}.',
      '{link}',
    ),
  },
  account_closed: {
    title: 'Account closed',
    group: 'Accounts',
    to: 'shopper',
    placeholders: {},
    subject: 'Your {shop} account is closed',
    body: paragraphs(
      'Hello,',
      'Your {shop} account is closed. We’ve deleted the name, email address and password stored with it, and signed you out everywhere.',
      'We keep your orders on record. You can still look them up under Orders & Returns with the order number, your name and your email address.',
      'If you didn’t close it, let us know at {support_email}.',
    ),
  },
  data_exported: {
    title: 'Data exported',
    group: 'Accounts',
    to: 'shopper',
    placeholders: {},
    subject: 'A copy of your {shop} data',
    body: paragraphs(
      'Hello,',
      'As you asked, we’ve put together a copy of everything {shop} has stored about you. We’ll send it to you separately.',
      'Didn’t ask for this? Let us know at {support_email}.',
    ),
  },
  data_deleted: {
    title: 'Data deleted',
    group: 'Accounts',
    to: 'shopper',
    placeholders: {},
    subject: 'Your {shop} data was deleted',
    body: paragraphs(
      'Hello,',
      'As you asked, we’ve deleted what {shop} had stored about you: your account, messages, notes and waitlist requests.',
      'The law requires us to keep records of orders and payments. They no longer have your name, email address, phone number or street, so we can’t look up your orders.',
      'This is our last email to you. Older backups of our database are kept for a while and then deleted.',
      'Didn’t ask for this? Let us know at {support_email}.',
    ),
  },
  admin_password_reset: {
    title: 'New password for the admin, to you',
    group: 'Accounts',
    to: 'family',
    placeholders: { ...NEW_PASSWORD, minutes: inline('30') },
    subject: 'Reset your password for the {shop} admin',
    body: paragraphs(
      'Hello,',
      'We received a request to reset your password for the {shop} admin. Choose a new one here:',
      '{link}',
      'The link works once and expires in {minutes} minutes. Then sign in with the new password and the code from your app, or with a passkey.',
      'Didn’t ask for this? You can ignore this email. Your password hasn’t changed.',
    ),
  },
  admin_access_changed: {
    title: 'Sign-in to the admin changed, to you',
    group: 'Accounts',
    to: 'family',
    placeholders: {
      what: inline('your password was changed, and other devices were signed out.'),
      link: neededButton('Set a new password', 'https://shop.example/admin/forgot'),
    },
    subject: 'Your {shop} admin sign-in was changed',
    body: paragraphs(
      'Hello,',
      'There was a change to your {shop} admin sign-in: {what}',
      'If this was you, you’re all set. If it wasn’t, set a new password right away and tell another owner:',
      '{link}',
    ),
  },
})

/** The waitlist, inquiries, and problems of the shop. */
export const OTHER_TEXTS = defineTexts({
  waitlist_confirmation: {
    title: 'Waitlist: confirm the address',
    group: 'Other',
    to: 'shopper',
    placeholders: {
      link: neededButton('Yes, email me', 'https://shop.example/tell-me#token=…'),
      event: inline('Sample product is back in stock'),
      days: inline('7'),
    },
    subject: 'Should we email you when {event}?',
    body: paragraphs(
      'Hello,',
      'You asked {shop} to send you one email when {event}. Please confirm:',
      '{link}',
      'The link works for {days} days. If you don’t confirm, we won’t email you, and we’ll delete your address.',
      'You can also remove your address on that page at any time.',
    ),
  },
  waitlist_notice: {
    title: 'Waitlist: it’s back',
    group: 'Other',
    to: 'shopper',
    placeholders: {
      news: inline('Sample product is back in stock'),
      link: neededButton('See it in the shop', 'https://shop.example/product/101'),
      first_come: ownParagraph('Other people asked too, and we can’t hold one for you: it’s first come, first served.'),
      paused: ownParagraph('Online orders are paused at the moment. If you’d like it, please write to us.'),
    },
    subject: '{news}',
    body: paragraphs(
      'Hello,',
      'You asked {shop} to let you know: {news}.',
      '{link}',
      '{first_come}',
      '{paused}',
      'This is the only email we’ll send about it. We’ve deleted your address from the list.',
    ),
  },
  inquiry_shop: {
    title: 'Inquiry, to you',
    group: 'Other',
    to: 'family',
    placeholders: {
      first_name: inline('Ada'),
      last_name: inline('Lovelace'),
      reason: inline('Feedback'),
      sender: needed('From: Ada Lovelace\nEmail: ada@mail.example\nReason: Feedback'),
      message: needed('> I love what I bought.'),
      how_to_answer: needed('https://shop.example/admin/inquiries/1\n\nOr reply to this email. It goes to Ada.'),
    },
    subject: '{reason}: {first_name} {last_name}',
    body: paragraphs('{sender}', '{message}', '{how_to_answer}'),
  },
  inquiry_answer: {
    title: 'Answer to an inquiry',
    group: 'Other',
    to: 'shopper',
    placeholders: {
      subject: inline('Feedback'),
      answer: needed('Thank you, Ada.'),
      day: inline('November 26, 2026'),
      message: ownParagraph('> I love what I bought.'),
    },
    subject: 'Re: {subject}',
    body: paragraphs('{answer}', 'On {day}, you wrote:', '{message}'),
  },
  open_shop_alert: {
    title: 'Shop needs attention, to you',
    group: 'Other',
    to: 'family',
    placeholders: {
      problem: needed('No nightly backup was made in the last 48 hours.'),
      remedy: needed('See what went wrong on the Backups page.'),
    },
    subject: 'Your shop needs attention',
    body: paragraphs('{problem}', '{remedy}', 'Orders are still open. You can pause them under Settings in the admin.'),
  },
  low_stock: {
    title: 'Running low, to you',
    group: 'Other',
    to: 'family',
    placeholders: {
      what: inline('Sample product'),
      products: needed('- Sample product (101): 3 left'),
      link: linkButton('Open your products', 'https://shop.example/admin/products'),
    },
    subject: 'Running low: {what}',
    body: paragraphs(
      'These products are down to the stock level you set:',
      '{products}',
      'We won’t email you about a product again until it’s been restocked. You can change the level on its page in the admin.',
      '{link}',
    ),
  },
  test: {
    title: 'Test email, to you',
    group: 'Other',
    to: 'family',
    placeholders: {},
    subject: 'Test email',
    body: 'This is a test. Your shop’s emails are working.',
  },
})
