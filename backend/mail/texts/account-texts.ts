import { alone, defineTexts, inline, needed, paragraphs } from './define-texts.ts'

const LINK = { link: needed('https://shop.example/reset#token=…') } as const

/** What mails about accounts say, of shoppers and of the people of the admin. None of them repeats what was typed. */
export const ACCOUNT_TEXTS = defineTexts({
  welcome: {
    title: 'Welcome',
    group: 'Accounts',
    to: 'shopper',
    placeholders: { ...LINK, orders_page: alone('https://shop.example/orderAndReturn') },
    subject: 'Welcome to {shop}',
    body: paragraphs(
      'Hello,',
      'an account at {shop} was opened with this e-mail address. Sign in with it to find your orders and to cancel what has not shipped yet.',
      '{orders_page}',
      'Confirm within 24 hours that this address is yours, and orders that you placed as a guest are in your account too:',
      '{link}',
      'If it was not you who signed up, please tell us: {support_email}.',
    ),
  },
  address_confirmation: {
    title: 'Confirm the address',
    group: 'Accounts',
    to: 'shopper',
    placeholders: LINK,
    subject: 'Confirm your address for {shop}',
    body: paragraphs(
      'Hello,',
      'please confirm that this address belongs to your account at {shop}. You will be asked to sign in.',
      '{link}',
      'The link works for 24 hours. Orders that were placed as a guest with this address are then in your account.',
      'If you have no account with us, please tell us: {support_email}.',
    ),
  },
  password_reset: {
    title: 'New password',
    group: 'Accounts',
    to: 'shopper',
    placeholders: LINK,
    subject: 'A new password for {shop}',
    body: paragraphs(
      'Hello,',
      'somebody, probably you, asked for a new password for the account with this address at {shop}. Choose it here:',
      '{link}',
      'The link works once, for 30 minutes. Nobody from the shop will ever ask you for it.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ),
  },
  password_changed: {
    title: 'Password changed',
    group: 'Accounts',
    to: 'shopper',
    placeholders: { link: needed('https://shop.example/forgot-password') },
    subject: 'Your password at {shop} was changed',
    body: paragraphs(
      'Hello,',
      'the password of your account at {shop} was changed just now, and other browsers were signed out.',
      'If it was not you, choose a new one at once, and tell us: {support_email}.',
      '{link}',
    ),
  },
  account_closed: {
    title: 'Account closed',
    group: 'Accounts',
    to: 'shopper',
    placeholders: {},
    subject: 'Your account at {shop} is closed',
    body: paragraphs(
      'Hello,',
      'your account at {shop} was closed just now. Its name, address, password and sessions are deleted.',
      'Orders stay on record. You find them on our page for orders, with the order number, name and e-mail address.',
      'If it was not you, please tell us: {support_email}.',
    ),
  },
  data_exported: {
    title: 'Data exported',
    group: 'Accounts',
    to: 'shopper',
    placeholders: {},
    subject: 'Your data at {shop} was exported',
    body: paragraphs(
      'Hello,',
      'on request we have exported all that {shop} has stored about you. You get it from us separately.',
      'If you did not ask for it, please tell us: {support_email}.',
    ),
  },
  data_deleted: {
    title: 'Data deleted',
    group: 'Accounts',
    to: 'shopper',
    placeholders: {},
    subject: 'Your data at {shop} was deleted',
    body: paragraphs(
      'Hello,',
      'on request we have deleted what {shop} had stored about you: account, messages, notes and what you waited for.',
      'The law has us keep what was ordered and paid for our books. Your name, e-mail address, telephone number and street are no longer part of it, so that we cannot look up your orders any more.',
      'This mail is the last one. Copies of our database from before are kept for a while and then deleted.',
      'If you did not ask for it, please tell us: {support_email}.',
    ),
  },
  admin_password_reset: {
    title: 'New password for the admin, to you',
    group: 'Accounts',
    to: 'family',
    placeholders: { ...LINK, minutes: inline('30') },
    subject: 'A new password for the admin of {shop}',
    body: paragraphs(
      'Hello,',
      'somebody, probably you, asked for a new password for the admin of {shop}. Choose it here:',
      '{link}',
      'The link works once, for {minutes} minutes. Then sign in with it and the code of your app, or with a passkey.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ),
  },
  admin_access_changed: {
    title: 'Sign-in to the admin changed, to you',
    group: 'Accounts',
    to: 'family',
    placeholders: {
      what: inline('your password was changed, and other devices were signed out.'),
      link: needed('https://shop.example/admin/forgot'),
    },
    subject: 'Your sign-in to the admin of {shop}',
    body: paragraphs(
      'Hello,',
      'in the admin of {shop} {what}',
      'If it was you, there is nothing to do. If it was not you, set a new password at once, and tell another owner:',
      '{link}',
    ),
  },
})

/** What other mails say: of who waits for something, of inquiries, and what is wrong with the shop. */
export const OTHER_TEXTS = defineTexts({
  waitlist_confirmation: {
    title: 'Tell me when: confirm',
    group: 'Other',
    to: 'shopper',
    placeholders: { ...LINK, event: inline('Campus Slim Blue is back in stock'), days: inline('7') },
    subject: 'Shall we tell you when {event}?',
    body: paragraphs(
      'Hello,',
      'somebody, probably you, asked {shop} to write to this address once: when {event}. Please confirm it here:',
      '{link}',
      'The link works for {days} days. Without a confirmation nobody writes to you, and your address is deleted then.',
      'The same page has a button "Not any more", which deletes your address at once, now or later.',
    ),
  },
  waitlist_notice: {
    title: 'Tell me when: it is back',
    group: 'Other',
    to: 'shopper',
    placeholders: {
      news: inline('Campus Slim Blue is back in stock'),
      link: needed('https://shop.example/product/101'),
      first_come: alone('Others asked too, and we cannot set one aside: whoever comes first has it.'),
      paused: alone('Online orders are paused at present. If you would like it, please write to us.'),
    },
    subject: '{news}',
    body: paragraphs(
      'Hello,',
      'you asked {shop} to tell you. {news}:',
      '{link}',
      '{first_come}',
      '{paused}',
      'This is the only mail about it. We have deleted your address from the list, so there is nothing to cancel.',
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
      sender: needed('From: Ada Lovelace\nE-mail: ada@mail.example\nReason: Feedback'),
      message: needed('> I love my bag.'),
      how_to_answer: needed(
        'Answer in the admin, which then counts the inquiry as answered: https://shop.example/admin/inquiries/1',
      ),
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
      message: alone('> I love my bag.'),
    },
    subject: 'Re: {subject}',
    body: paragraphs('{answer}', 'On {day} you wrote:', '{message}'),
  },
  open_shop_alert: {
    title: 'Something is wrong, to you',
    group: 'Other',
    to: 'family',
    placeholders: {
      problem: needed('There is no nightly backup of the last 48 hours.'),
      remedy: needed('See the page of the backups.'),
    },
    subject: 'Something is wrong with the open shop',
    body: paragraphs('{problem}', '{remedy}', 'Orders stay open. The settings of the admin pause them.'),
  },
  test: {
    title: 'Test mail, to you',
    group: 'Other',
    to: 'family',
    placeholders: {},
    subject: 'A test',
    body: 'This is a test. If you read it, the mails of the shop arrive.',
  },
})
