import { expect, type Locator, type Page } from '@playwright/test'

export const DEMO = { firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example', password: 'backpack40' }

let people = 0

/** Somebody who has no account yet; another person every time. */
export function newPerson() {
  people += 1
  return {
    firstName: 'Ada',
    lastName: "O'Neill",
    email: `ada.${process.pid}.${Date.now()}.${people}@shop.example`,
    password: 'violet7bag',
  }
}

export type VisitorIdentity = ReturnType<typeof newPerson>

/** Sign-in, sign-up and sign-out as a shopper uses them. */
export class LoginPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.goto('/login')
    await this.expectOpen()
  }

  /** By Sign In in the header, or in the menu of a phone. */
  async openFromHeader(): Promise<void> {
    await this.inMenu(async (opened) => {
      await this.page.getByRole('link', { name: 'Sign In', exact: true }).filter({ visible: true }).click()
      return opened && 'closed'
    })
    await this.expectOpen()
  }

  async expectOpen(): Promise<void> {
    await expect(this.guestButton()).toBeVisible()
  }

  guestButton(): Locator {
    return this.page.getByRole('button', { name: 'Continue as Guest' })
  }

  signInForm(): Locator {
    return this.page.getByRole('form', { name: 'Sign in' })
  }

  signUpForm(): Locator {
    return this.page.getByRole('form', { name: 'Create an account' })
  }

  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    const form = this.signInForm()
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await this.sendSignIn()
  }

  async sendSignIn(): Promise<void> {
    await this.signInForm().getByRole('button', { name: 'Sign In' }).click()
  }

  async signUp(person: VisitorIdentity, confirm = person.password): Promise<void> {
    const form = this.signUpForm()
    await form.getByLabel('First name').fill(person.firstName)
    await form.getByLabel('Last name').fill(person.lastName)
    await form.getByLabel('Email').fill(person.email)
    await form.getByLabel('Password', { exact: true }).fill(person.password)
    await form.getByLabel('Confirm password', { exact: true }).fill(confirm)
    await form.getByRole('button', { name: 'Sign Up' }).click()
  }

  /** A modal alert, closed with its button; without a title its text is its name. */
  async closeAlert(title: string | null, text: string): Promise<void> {
    const alert = this.page.getByRole('alertdialog', { name: title ?? text })
    await expect(alert).toContainText(text)
    await alert.getByRole('button', { name: 'Okay' }).click()
    await expect(alert).toBeHidden()
  }

  /** Waits until the sign-in page is left, which closes a menu that was opened before. */
  async expectGreeting(firstName: string): Promise<void> {
    await expect(this.guestButton()).toBeHidden()
    await this.inMenu(async () => await expect(this.page.getByText(`Welcome, ${firstName}`).last()).toBeVisible())
  }

  async signOut(): Promise<void> {
    await this.inMenu(async (opened) => {
      await this.page.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).first().click()
      return opened && 'closed'
    })
  }

  /** On a phone the greeting and Sign Out are in the menu, which is opened, and closed again where it stays open. */
  private async inMenu(act: (opened: boolean) => Promise<unknown>): Promise<void> {
    await expect(this.page.getByRole('banner')).toBeVisible()
    const open = this.page.getByRole('button', { name: 'Open menu' })
    const small = await open.isVisible()
    if (small) await open.click()
    if ((await act(small)) !== 'closed' && small) await this.page.getByRole('button', { name: 'Close menu' }).click()
  }
}
