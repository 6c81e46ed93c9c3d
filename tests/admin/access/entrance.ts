import { expect, type Page } from '@playwright/test'
import { totpCode } from '../../../backend/testing/totp.ts'
import { FIRST_OWNER } from '../../harness/shop/sign-in-first-owner.ts'

/** The screens before the admin: an invitation, the second factor, the sign-in. */
export class Entrance {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async acceptInvite(): Promise<void> {
    await this.page.getByLabel('Name').fill(FIRST_OWNER.name)
    await this.page.getByLabel('Email').fill(FIRST_OWNER.email)
    await this.page.getByLabel('Password', { exact: true }).fill(FIRST_OWNER.password)
    await this.page.getByRole('button', { name: 'Continue' }).click()
    await expect(this.page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  }

  /** Returns the secret that the app would store. */
  async startApp(): Promise<string> {
    await this.page.getByLabel('Your password again').fill(FIRST_OWNER.password)
    await this.page.getByRole('button', { name: 'Set up the app' }).click()
    return (await this.page.getByLabel('Secret for the app').textContent()) ?? ''
  }

  /** Returns the recovery codes. */
  async checkApp(code: string): Promise<string[]> {
    await this.page.getByLabel('Code from the app').fill(code)
    await this.page.getByRole('button', { name: 'Check the code' }).click()
    return ((await this.page.getByLabel('Recovery codes').textContent()) ?? '').split('\n')
  }

  async keepRecoveryCodes(): Promise<void> {
    await this.page.getByRole('button', { name: 'I’ve saved them' }).click()
    await this.expectInside()
  }

  async signIn(password: string = FIRST_OWNER.password): Promise<void> {
    await this.page.getByLabel('Email').fill(FIRST_OWNER.email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** A code counts once: a second one within half a minute is that of a later period. */
  async enterCode(secret: string, later: number): Promise<void> {
    await this.page.getByLabel('Code', { exact: true }).fill(totpCode(secret, later))
    await this.page.getByRole('button', { name: 'Continue' }).click()
  }

  async expectInside(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Today' })).toBeVisible()
  }
}
