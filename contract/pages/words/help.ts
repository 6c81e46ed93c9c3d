export const ask1 = 'Where is my order number?'
export const answer1 =
  'In the confirmation email we sent you, and on the page you saw after ordering. It’s the number after the #.'
export const ask2 = 'Can I still cancel?'
export const answer2 = 'Yes, some items or all of them, until your order ships. Find your order and choose the items.'
export const ask3 = 'How do returns work?'
export const answer3 = 'You have {days} days from delivery. The {returns} says what we need from you.'
export const ask4 = 'Something else?'
export const answer4 = 'Write to {email} or use the {contact}. We answer within 24 to 48 hours.'
