/** The customer of the demo data, whose password is published: it exists only while this machine alone reaches the shop. */
export const DEMO_CUSTOMER = {
  firstName: 'Demo',
  lastName: 'Shopper',
  email: 'demo@packwright.example',
  password: 'backpack40',
}
