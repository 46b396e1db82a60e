import { expect, type Locator, type Page } from '@playwright/test';
import { press } from './chrome';
import type { ChosenFile } from './pictures';
import { makePicture } from './pictures';

/** Chooses a picture in the browser's dialog, with the field's button. */
export async function choose(field: Locator, file: ChosenFile): Promise<void> {
  const page = field.page();
  const chooser = page.waitForEvent('filechooser');
  await press(field.getByRole('button', { name: /^(Choose picture|Replace)/ }));
  await (await chooser).setFiles(file);
}

export function registrationForm(page: Page) {
  const form = page.getByRole('form', { name: 'Registration' });
  const document = (at: number) => form.getByRole('group', { name: `Document ${at}`, exact: true });
  const employer = (at: number) => form.getByRole('row', { name: new RegExp(`^Employer ${at} `) });
  return {
    form,
    document,
    employer,
    licence: form.getByRole('group', { name: 'Licence image' }),
    photo: form.getByRole('group', { name: /^Profile photo/ }),
    proof: (at: number) => document(at).getByRole('group', { name: 'Identification file' }),
    kept: page.getByText(/We kept what you entered/),
    unlock: () => form.getByRole('switch', { name: 'Edit my information' }).check(),
    save: () => press(form.getByRole('button', { name: 'Save and continue' })),

    /** Photo, licence, two documents, two employers. */
    async fill(): Promise<void> {
      await this.unlock();
      await choose(this.photo, await makePicture(page, { name: 'me.jpg', width: 400, height: 400 }));
      await form.getByLabel('Middle name').fill('Lee');
      await form.getByLabel('Licence expiry date').fill('14/03/2029');
      await choose(this.licence, await makePicture(page, { name: 'licence.jpg', width: 2400, height: 1600, fromPhone: true }));
      await document(1).getByLabel('Identification type').selectOption('Canadian passport');
      await document(1).getByLabel('Identification number').fill('AB-12.3 4');
      await choose(this.proof(1), await makePicture(page, { name: 'passport.png', type: 'image/png' }));
      await press(form.getByRole('button', { name: 'Add another document' }));
      await document(2).getByLabel('Identification type').selectOption('Drivers license');
      await document(2).getByLabel('Identification number').fill('D 99');
      await choose(this.proof(2), await makePicture(page, { name: 'driver.webp', type: 'image/webp' }));
      await employer(1).getByLabel('Employer name').fill('North Gate Security');
      await employer(1).getByLabel('Position held').fill('Site guard');
      await employer(1).getByLabel('From').fill('01/02/2020');
      await employer(1).getByLabel('To').fill('28/02/2022');
      await press(form.getByRole('button', { name: 'Add another employer' }));
      await employer(2).getByLabel('Employer name').fill('Lakeside Watch');
      await employer(2).getByLabel('Position held').fill('Supervisor');
      await employer(2).getByLabel('From').fill('01/03/2022');
      await employer(2).getByLabel('To').fill('30/06/2025');
    },

    async expectFilled(): Promise<void> {
      await this.unlock();
      await expect(this.photo).toContainText('me.jpg');
      await expect(form.getByLabel('Middle name')).toHaveValue('Lee');
      await expect(form.getByLabel('Licence expiry date')).toHaveValue('14/03/2029');
      await expect(this.licence).toContainText('licence.jpg');
      await expect(document(1).getByLabel('Identification type')).toHaveValue('Canadian passport');
      await expect(document(1).getByLabel('Identification number')).toHaveValue('AB-12.3 4');
      await expect(this.proof(1)).toContainText('passport.jpg');
      await expect(document(2).getByLabel('Identification number')).toHaveValue('D 99');
      await expect(this.proof(2)).toContainText('driver.jpg');
      await expect(employer(1).getByLabel('Employer name')).toHaveValue('North Gate Security');
      await expect(employer(1).getByLabel('To')).toHaveValue('28/02/2022');
      await expect(employer(2).getByLabel('Position held')).toHaveValue('Supervisor');
    },
  };
}
