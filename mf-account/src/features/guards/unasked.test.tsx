import { profile } from '@portal/contracts/guards/guards.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { ada, openEditProfile } from '@portal/testing/editProfile';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { dataWithoutInput, findShownUnasked, shownFieldLabels } from '@portal/testing/typedInto';
import { screen } from '@testing-library/react';
import { Screens } from '../../routes';

afterEach(emptyDevice);

it('[DATA-GUARD-27] My Accounts has no input for PayPal, a second address line or a landmark', async () => {
  mockEndpoint(profile, { guard: guard(dataWithoutInput) });
  renderScreen(<Screens />, { path: '/guard/myAccount' });
  await screen.findByLabelText('Transit number');
  expect(shownFieldLabels()).toEqual(['accHolderName', 'bankTransitNumber', 'bankInstitution', 'bankAccountNumber']);
  expect(findShownUnasked()).toEqual([]);
});

it('[DATA-GUARD-27] Edit Profile has no such input', async () => {
  await openEditProfile(<Screens />, { route: '*', guard: ada(dataWithoutInput) });
  expect(shownFieldLabels()).toEqual([
    ...['firstName', 'middleName', 'lastName', 'dob', 'Email', 'Mobile number', 'licenseNumber', 'securityRegistrationExpiryDate'],
  ]);
  expect(findShownUnasked()).toEqual([]);
});
