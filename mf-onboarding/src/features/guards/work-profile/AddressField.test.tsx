import { lookupPlaces, type Place } from '@portal/contracts/places/places.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { AddressField } from './AddressField';
import type { PickedAddress } from './addressSource';

const place = (name: string, over: Partial<Place> = {}): Place => ({
  label: `${name}, Ontario`,
  city: name,
  state: 'Ontario',
  country: 'Canada',
  postalCode: '',
  lat: 43.9,
  lng: -78.8,
  ...over,
});

/** The global object of Google's script. */
function script<Maps>(maps: Maps): Maps {
  Object.assign(window, { google: maps && { maps } });
  return maps;
}

/** A fake of the places in Google's script. */
function googlePlaces() {
  let ready: Promise<void> | null = null;
  const slow = () => {
    let arrive: () => void = () => undefined;
    ready = new Promise((done) => {
      arrive = done;
    });
    return arrive;
  };
  const asked: { input: string; includedRegionCodes: string[]; sessionToken: object }[] = [];
  class AutocompleteSessionToken {}
  const prediction = {
    text: { text: '12 King St W, Oshawa, ON, Canada' },
    toPlace: () => ({
      fetchFields: async () => {
        await ready;
        return { place: found };
      },
    }),
  };
  const found = {
    addressComponents: [
      { longText: '12', types: ['street_number'] },
      { longText: 'King Street West', types: ['route'] },
      { longText: 'Oshawa', types: ['locality', 'political'] },
      { longText: 'Ontario', types: ['administrative_area_level_1'] },
      { longText: 'Canada', types: ['country'] },
      { longText: 'L1H 1A1', types: ['postal_code'] },
    ],
    location: { lat: () => 43.897, lng: () => -78.865 },
  };
  const AutocompleteSuggestion = {
    fetchAutocompleteSuggestions: async (request: (typeof asked)[number]) => {
      asked.push(request);
      return { suggestions: [{ placePrediction: prediction }, { placePrediction: null }] };
    },
  };
  return { asked, slow, maps: script({ places: { AutocompleteSuggestion, AutocompleteSessionToken } }) };
}

function open({ mapsKey = null as string | null, maps = null as object | null } = {}) {
  const picked: PickedAddress[] = [];
  function Holder() {
    const [value, setValue] = useState('');
    const newest = useRef('');
    return (
      <AddressField
        id="a"
        name="a"
        label="Address"
        hint="h"
        error={undefined}
        value={value}
        onChange={(text) => {
          newest.current = text;
          setValue(text);
        }}
        typed={() => newest.current}
        onPick={(one) => picked.push(one)}
      />
    );
  }
  const config = { customerSite: '', supportEmail: '', mapsKey };
  return { picked, ...renderScreen(<Holder />, { portal: { config, maps: async () => maps } }) };
}
const box = () => screen.getByRole('combobox');
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

it('requests suggestions after a pause, for the newest text only', async () => {
  const { calls } = mockEndpoint(lookupPlaces, { street: '', places: [place('Oshawa')] });
  const { user } = open();
  await user.type(box(), 'Osha');
  await waitFor(() => expect(options()).toEqual(['Oshawa, Ontario']));
  expect(calls).toEqual([{ q: 'Osha' }]);
  expect(screen.getByRole('status')).toHaveTextContent('1 place found');
  expect(screen.getByRole('link', { name: /GeoNames, CC BY 4.0/ })).toBeVisible();
});

it('works by keyboard: down, up, Enter; Escape closes and keeps the text', async () => {
  mockEndpoint(lookupPlaces, { street: '1 Main St', places: [place('Oshawa'), place('Whitby')] });
  const { user, picked } = open();
  await user.type(box(), '1 Main St, O');
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Whitby');
  expect(box()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{Escape}');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(box()).toHaveValue('1 Main St, O');
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}{Enter}');
  expect(picked).toEqual([expect.objectContaining({ city: 'Oshawa', fullAddress: '1 Main St', lat: 43.9 })]);
  expect(options()).toEqual([]);
  expect(screen.getByRole('status')).toHaveTextContent('Add your postal code');
});

it('a place without a street fills the address', async () => {
  mockEndpoint(lookupPlaces, { street: '', places: [place('Oshawa', { label: 'Oshawa, Ontario L1H', postalCode: 'L1H' })] });
  const { user, picked } = open();
  await user.type(box(), 'Oshawa');
  await user.click(await screen.findByRole('option'));
  expect(picked).toEqual([expect.objectContaining({ fullAddress: 'Oshawa, Ontario', postalCode: 'L1H' })]);
});

it.each([
  ['none is found', { street: '', places: [] }, 'No place found'],
  ['the look-up fails', fails({ code: 429, message: 'Too many' }), 'can’t look up places right now'],
])('when %s, the text stays and the guard can type the rest', async (_, reply, said) => {
  mockEndpoint(lookupPlaces, reply);
  const { user } = open();
  await user.type(box(), '12 Nowhere Rd, Zzz');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(said));
  expect(box()).toHaveValue('12 Nowhere Rd, Zzz');
});

it('[WORKPROFILE-07, WORKPROFILE-21] with a maps key the suggestions are Google’s, restricted to Canada, and fill the whole address', async () => {
  const { maps, asked } = googlePlaces();
  const { user, picked } = open({ mapsKey: 'k', maps });
  await user.type(box(), '12 King');
  await user.click(await screen.findByRole('option', { name: '12 King St W, Oshawa, ON, Canada' }));
  expect(asked).toEqual([{ input: '12 King', includedRegionCodes: ['ca'], sessionToken: expect.any(Object) }]);
  await waitFor(() => expect(picked).toHaveLength(1));
  expect(picked[0]).toEqual({
    fullAddress: '12 King Street West',
    city: 'Oshawa',
    state: 'Ontario',
    country: 'Canada',
    postalCode: 'L1H 1A1',
    lat: 43.897,
    lng: -78.865,
  });
});

it('a pick that waits for Google does not overwrite later input or a later pick', async () => {
  const { maps, slow } = googlePlaces();
  const { user, picked } = open({ mapsKey: 'k', maps });
  const arrive = slow();
  await user.type(box(), '12 King');
  await user.click(await screen.findByRole('option'));
  await user.type(box(), ' Street, upstairs');
  await act(async () => arrive());
  expect(picked).toEqual([]);
  expect(box()).toHaveValue('12 King Street, upstairs');
  expect(screen.getByRole('status')).not.toHaveTextContent('filled in');
  await user.click(await screen.findByRole('option'));
  expect(picked).toHaveLength(1);
});

it.each([
  ['does not come', null],
  ['has no places', {}],
  [
    'refuses',
    {
      places: {
        AutocompleteSessionToken: Object,
        AutocompleteSuggestion: { fetchAutocompleteSuggestions: async () => Promise.reject(new Error('quota')) },
      },
    },
  ],
])('with a maps key whose script %s, the API’s look-up is used', async (_, maps) => {
  mockEndpoint(lookupPlaces, { street: '', places: [place('Oshawa')] });
  const { user } = open({ mapsKey: 'k', maps: script(maps) });
  await user.type(box(), 'Osh');
  expect(await screen.findByRole('option', { name: 'Oshawa, Ontario' })).toBeVisible();
});
