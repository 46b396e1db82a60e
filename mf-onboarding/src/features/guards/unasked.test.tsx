import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guard, guardAt } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { openRegistration, unlock } from '@portal/testing/registration';
import { renderScreen } from '@portal/testing/renderScreen';
import { dataWithoutInput, findShownUnasked, shownFieldLabels } from '@portal/testing/typedInto';
import { screen } from '@testing-library/react';
import { RegistrationScreen } from './registration/RegistrationScreen';
import { WorkProfileScreen } from './work-profile/WorkProfileScreen';

afterEach(emptyDevice);

it('[DATA-GUARD-27] the work profile has no input for a second address line, a landmark or PayPal', async () => {
  const one = guard(dataWithoutInput);
  mockEndpoint(listSpecialities, []);
  renderScreen(<WorkProfileScreen />, { path: `/work-profile/${one.id}?isShow=with_login`, route: '/work-profile/:id', guard: one });
  await screen.findByRole('group', { name: 'Specialities' });
  expect(shownFieldLabels()).toEqual([
    'isTravelTo',
    'How far are you willing to travel?, in km',
    'fullAddress',
    'postalCode',
    'city',
    'state',
  ]);
  expect(findShownUnasked()).toEqual([]);
});

it('[DATA-GUARD-27] the registration has no such input', async () => {
  await openRegistration(<RegistrationScreen />, { guard: { ...guardAt.registration(), ...dataWithoutInput } });
  await unlock();
  expect(shownFieldLabels()).toEqual([
    ...['firstName', 'middleName', 'lastName', 'dob', 'mobileNumber', 'email', 'licenseNumber', 'securityRegistrationExpiryDate'],
    ...['idType', 'idNumber'].map((name) => `identityDocuments.0.${name}`),
    ...['employerName', 'projectName', 'from', 'to', 'speciality'].map((name) => `employmentDetails.0.${name}`),
  ]);
  expect(findShownUnasked()).toEqual([]);
});
